import { Spinner } from '@chakra-ui/react';

/** A spinner that says what is loading: the name of an element without a role is read out by nobody. */
export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <Spinner role="status" aria-label={label} />
);
