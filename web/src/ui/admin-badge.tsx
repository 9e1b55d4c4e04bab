import { Badge } from '@chakra-ui/react';

export const AdminBadge = ({ size }: { size: 'xs' | 'sm' }) => (
  <Badge colorPalette="indigo" variant="solid" size={size} letterSpacing="wider" borderRadius="2xs">
    ADMIN
  </Badge>
);
