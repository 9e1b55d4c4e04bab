import { Badge } from '@chakra-ui/react';

export function AdminBadge({ size }: { size: 'xs' | 'sm' }) {
  return (
    <Badge colorPalette="indigo" variant="solid" size={size} letterSpacing="wider" borderRadius="2xs">
      ADMIN
    </Badge>
  );
}
