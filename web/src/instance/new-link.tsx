import { Button, Flex, GridItem, Text } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import { Input } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

/** The link of a new invitation, which is shown once. */
export function NewLink({ link }: { link: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      toast.success('The link was copied.');
    } catch {
      // The text stays selected, to be copied by hand.
      toast.error('The link could not be copied', 'It is selected: please copy it yourself.');
    }
  };
  return (
    <GridItem colSpan={6} role="status">
      <Text asChild textStyle="sm" fontWeight="medium" display="block" mb="1.5">
        <label htmlFor={id}>The link, shown only now</label>
      </Text>
      <Flex gap="2">
        <Input id={id} ref={field} value={link} readOnly />
        <Button variant="outline" flexShrink="0" onClick={() => void copy()}>
          Copy
        </Button>
      </Flex>
    </GridItem>
  );
}
