import { chakra, Flex, Link } from '@chakra-ui/react';
import { useId } from 'react';

interface ConsentFieldProps {
  isAgreed: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** A newcomer's consent to the rules of the instance. */
export function ConsentField({ isAgreed, onChange }: ConsentFieldProps) {
  const id = useId();
  return (
    <Flex gap="3" align="flex-start" textStyle="sm">
      <chakra.input
        id={id}
        type="checkbox"
        required
        mt="0.5"
        checked={isAgreed}
        onChange={({ target }) => onChange(target.checked)}
      />
      <chakra.span>
        <label htmlFor={id}>I have read the rules of this site and agree to them.</label>{' '}
        <Link href="/rules" target="_blank" variant="underline">
          Read the rules
        </Link>
      </chakra.span>
    </Flex>
  );
}
