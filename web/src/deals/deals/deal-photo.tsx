import { chakra, Flex } from '@chakra-ui/react';
import type { Deal } from '@selvedge/shared/deals/deals';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { Icon } from '../../ui/icon.tsx';

const SIZES = { row: { w: '72px', h: '96px' }, dialog: { w: '48px', h: '64px' } } as const;

interface DealPhotoProps {
  deal: Pick<Deal, 'image'>;
  size: keyof typeof SIZES;
}

/** The first photo of what a deal was about; a WTB has none. */
export function DealPhoto({ deal: { image }, size }: DealPhotoProps) {
  return (
    <Flex
      {...SIZES[size]}
      flexShrink={0}
      align="center"
      justify="center"
      overflow="hidden"
      borderRadius="l1"
      bg="bg.muted"
      color="fg.muted"
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
        <Icon name="search" />
      )}
    </Flex>
  );
}
