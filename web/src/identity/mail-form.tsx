import { Box, Button, chakra, Field, Heading, Input, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTitle } from '../ui/use-title.ts';
import { good, NOT_SENT, type Notice, NoticeBox, noticeOf } from './notice.tsx';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface MailFormProps {
  heading: string;
  text: string;
  submit: string;
  /** The confirmation; the same whether the address is known or not. */
  sent: string;
  /** Asks the provider to send the mail. */
  ask: (email: string) => Promise<{ error: unknown }>;
}

/** A page that asks for an address and has a mail sent there. */
export function MailForm({ heading, text, submit, sent, ask }: MailFormProps) {
  const [params] = useSearchParams();
  const [email, setEmail] = useState(params.get('email') ?? '');
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  useTitle(heading);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setNotice(null);
    const { error } = await ask(email).catch((reason: unknown) => ({ error: reason }));
    setNotice(error ? noticeOf(error, NOT_SENT) : good(sent));
    setPending(false);
  };
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="4">
        {heading}
      </Heading>
      <Text color="fg.muted" mb="8">
        {text}
      </Text>
      <NoticeBox notice={notice} />
      <chakra.form onSubmit={(event) => void send(event)} display="grid" gap="5">
        <Field.Root required>
          <Field.Label>E-mail</Field.Label>
          <Input
            type="email"
            autoComplete="username"
            size="lg"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field.Root>
        <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
          {isPending ? 'Sending...' : submit}
        </Button>
      </chakra.form>
      <Button asChild variant="plain" size="sm" px="0" mt="6" textDecoration="underline">
        <Link to="/login">Back to Sign In</Link>
      </Button>
    </Box>
  );
}
