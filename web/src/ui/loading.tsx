import { Spinner } from '@chakra-ui/react';

/** A spinner that names what is loading. Without a role, screen readers would not announce the name. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return <Spinner role="status" aria-label={label} />;
}
