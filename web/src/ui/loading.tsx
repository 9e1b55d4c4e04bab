import { Spinner } from '@chakra-ui/react';

/** A spinner that names what is loading. Without a role, screen readers would not announce the name. */
export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <Spinner role="status" aria-label={label} />
);
