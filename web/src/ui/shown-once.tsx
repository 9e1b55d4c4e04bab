import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import { Input } from './text-input.tsx';
import { toast } from './toast.ts';

interface ShownOnceProps {
  /** What it is: `link`. */
  what: string;
  value: string;
}

/** A secret that is shown only after it was made, to be copied. */
export function ShownOnce({ what, value }: ShownOnceProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`The ${what} was copied.`);
    } catch {
      // The text stays selected, to be copied by hand.
      toast.error(`The ${what} could not be copied`, 'It is selected: please copy it yourself.');
    }
  };
  return (
    <Box role="status">
      <Text asChild textStyle="sm" fontWeight="medium" display="block" mb="1.5">
        <label htmlFor={id}>The {what}, shown only now</label>
      </Text>
      <Flex gap="2">
        <Input id={id} ref={field} value={value} readOnly />
        <Button variant="outline" flexShrink="0" onClick={() => void copy()}>
          Copy
        </Button>
      </Flex>
    </Box>
  );
}
