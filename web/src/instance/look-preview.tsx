import { chakra, GridItem, Text } from '@chakra-ui/react';

interface LookPreviewProps {
  name: string;
  tagline: string;
  /** As `#rrggbb`. */
  accent: string;
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
    bg: 'bg',
  },
});

/** How the top of a page looks with the settings as typed. */
export const LookPreview = ({ name, tagline, accent }: LookPreviewProps) => (
  <GridItem colSpan={{ base: 6, md: 3 }}>
    <Text textStyle="sm" fontWeight="medium" mb="1.5">
      Preview
    </Text>
    <Frame>
      <chakra.div minW="0">
        <Text fontWeight="bold" fontSize="lg" lineClamp="1">
          {name}
        </Text>
        <Text textStyle="xs" color="fg.muted" lineClamp="1">
          {tagline}
        </Text>
      </chakra.div>
      {/* Drawn in the color as typed, which no class of the theme has. */}
      <chakra.span
        style={{ backgroundColor: accent }}
        color="white"
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
  </GridItem>
);
