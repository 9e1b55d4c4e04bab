import { Button, chakra, GridItem, Text } from '@chakra-ui/react';
import type { AccentColors } from '@selvedge/shared/instance/instance-settings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { LogoImage } from './picture-preview.tsx';
import { SETTINGS_PATH } from './save-settings.ts';

/** A color picker reports every color that it passes. */
const PICKED_MS = 250;

interface LookPreviewProps {
  name: string;
  tagline: string;
  /** As `#rrggbb`. */
  accent: string;
  /** The address of the logo; empty for none. */
  logo?: string;
  onPick: (accent: string) => void;
  /** Computes the colors that follow from an accent. */
  read?: (accent: string) => Promise<AccentColors>;
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: '4',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'l2',
  },
});

interface ColoredProps extends Pick<LookPreviewProps, 'name' | 'tagline' | 'logo'> {
  colors: AccentColors['light'];
}

/** The top of a page, in the colors that follow from what is typed, which no class of the theme has. */
const Colored = ({ name, tagline, logo, colors: { ground, text, button } }: ColoredProps) => (
  <Frame style={{ backgroundColor: ground, color: ground === '#ffffff' ? '#171b22' : '#eceef1' }}>
    <chakra.div minW="0">
      {logo ? (
        <chakra.div mb={tagline ? '1.5' : '0'}>
          <LogoImage logo={logo} mode={ground === '#ffffff' ? 'light' : 'dark'} alt={name} />
        </chakra.div>
      ) : (
        <Text fontWeight="bold" fontSize="lg" lineClamp="1">
          {name}
        </Text>
      )}
      <Text textStyle="xs" lineClamp="1">
        {tagline}
      </Text>
    </chakra.div>
    <chakra.span
      style={{ backgroundColor: button, color: text }}
      px="3.5"
      py="2"
      flexShrink="0"
      borderRadius="l2"
      textStyle="sm"
      fontWeight="semibold"
    >
      Sell Item
    </chakra.span>
  </Frame>
);

const readAsAdmin = (accent: string): Promise<AccentColors> =>
  api('GET', `${SETTINGS_PATH}/accent?accent=${encodeURIComponent(accent)}`);

/** How the top of a page looks with the settings as typed, and the nearest accent that works. */
export function LookPreview({ name, tagline, accent, logo, onPick, read = readAsAdmin }: LookPreviewProps) {
  const picked = useDebounced(accent, PICKED_MS);
  const { data, isPlaceholderData } = useQuery({
    queryKey: [SETTINGS_PATH, 'accent', picked],
    queryFn: () => read(picked),
    placeholderData: keepPreviousData,
  });
  const isTooLight = data && !isPlaceholderData && data.nearest !== picked.toLowerCase();
  return (
    <GridItem colSpan={{ base: 6, md: 3 }}>
      <Text textStyle="sm" fontWeight="medium" mb="1.5">
        Preview
      </Text>
      {data ? (
        <>
          <Colored name={name} tagline={tagline} logo={logo} colors={data.light} />
          <Colored name={name} tagline={tagline} logo={logo} colors={data.dark} />
        </>
      ) : null}
      <chakra.div role="status">
        {isTooLight ? (
          <Text mt="2" textStyle="sm" color="fg.muted">
            Too light for white text.{' '}
            <Button size="xs" variant="outline" onClick={() => onPick(data.nearest)}>
              Use {data.nearest}
            </Button>
          </Text>
        ) : null}
      </chakra.div>
    </GridItem>
  );
}
