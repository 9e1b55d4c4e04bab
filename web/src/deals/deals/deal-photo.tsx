import type { Deal } from '@selvedge/shared/deals/deals';
import { Thumbnail } from '../../ui/thumbnail.tsx';

const SIZES = { row: { w: '72px', h: '96px' }, dialog: { w: '48px', h: '64px' } } as const;

interface DealPhotoProps {
  deal: Pick<Deal, 'image'>;
  size: keyof typeof SIZES;
}

/** The first photo of what a deal was about; a WTB has none. */
export function DealPhoto({ deal: { image }, size }: DealPhotoProps) {
  return <Thumbnail {...SIZES[size]} image={image} icon="search" />;
}
