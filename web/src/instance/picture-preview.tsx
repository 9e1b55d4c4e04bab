import { chakra, Flex, Text } from '@chakra-ui/react';
import { type InstancePicture, logoAt } from '@selvedge/shared/instance/instance-pictures';

/** The backgrounds of a page in light and dark mode. */
const GROUNDS = { light: '#ffffff', dark: '#0d1016' } as const;
type Mode = keyof typeof GROUNDS;

interface LogoProps {
  /** The address of a logo. */
  logo: string;
  mode: Mode;
  alt: string;
}

/** A logo as pages show it in light or dark mode: on a ground of its own where it would be lost on theirs. */
export function LogoImage({ logo, mode, alt }: LogoProps) {
  const shown = logoAt(logo);
  const needsGround = shown !== null && shown.ground !== 'any' && shown.ground !== mode;
  return (
    <chakra.img
      src={logo}
      alt={alt}
      maxW="full"
      maxH="8"
      {...(needsGround && {
        px: '2',
        py: '1',
        borderRadius: '3px',
        style: { backgroundColor: GROUNDS[mode === 'light' ? 'dark' : 'light'] },
      })}
    />
  );
}

interface PreviewProps {
  picture: InstancePicture;
  /** Empty for none. */
  address: string;
  mode: Mode;
}

/** The picture, or what replaces it, on the background of one mode. */
export function PicturePreview({ picture, address, mode }: PreviewProps) {
  const icon = address || '/favicon.svg';
  return (
    <Flex
      direction="column"
      flex="1"
      minW="0"
      align="center"
      gap="3"
      px="4"
      pt="5"
      pb="2.5"
      style={{ backgroundColor: GROUNDS[mode], color: mode === 'light' ? '#505865' : '#a7aebb' }}
    >
      <Flex minH="12" maxW="full" align="center" justify="center" gap="4">
        {picture === 'icon' ? (
          <>
            <chakra.img src={icon} alt="" boxSize="4" />
            <chakra.img src={icon} alt="" boxSize="12" />
          </>
        ) : address ? (
          <LogoImage logo={address} mode={mode} alt="" />
        ) : (
          <Text textStyle="sm">The mark and the name</Text>
        )}
      </Flex>
      <Text textStyle="xs">{mode === 'light' ? 'Light' : 'Dark'}</Text>
    </Flex>
  );
}
