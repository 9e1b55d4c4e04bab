import { chakra, Flex, type FlexProps } from '@chakra-ui/react';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { Icon, type IconName } from './icon.tsx';

interface ThumbnailProps extends FlexProps {
  /** The URL of a picture; without one, the icon stands in. */
  image: string | null | undefined;
  icon: IconName;
  iconSize?: number;
}

/** A small picture beside a text that says what it shows. */
export function Thumbnail({ image, icon, iconSize, ...frame }: ThumbnailProps) {
  return (
    <Flex
      flexShrink={0}
      align="center"
      justify="center"
      overflow="hidden"
      borderRadius="l1"
      bg="bg.muted"
      color="fg.muted"
      {...frame}
    >
      {image ? (
        <chakra.img
          src={imageVariant(image, 320)}
          alt=""
          loading="lazy"
          w="full"
          h="full"
          objectFit="cover"
        />
      ) : (
        <Icon name={icon} size={iconSize} />
      )}
    </Flex>
  );
}
