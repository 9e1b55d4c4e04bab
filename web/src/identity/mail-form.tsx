import { Box, Button, chakra, Field, Heading, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTitle } from '../ui/use-title.ts';
import { addressIn } from './address-in.ts';
import { arrivalNotice } from './arrival-notice.ts';
import { good, NOT_SENT, type Notice, NoticeBox, noticeOf, past } from './notice.tsx';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface MailFormProps {
  heading: string;
  text: string;
  submit: string;
  /** The confirmation; the same for known and unknown addresses. */
  sent: string;
  /** Requests the mail from the provider. */
  requestMail: (email: string) => Promise<{ error: unknown }>;
}

/** A page that takes an e-mail address and has a mail sent to it. */
export function MailForm({ heading, text, submit, sent, requestMail }: MailFormProps) {
  const location = useLocation();
  const [email, setEmail] = useState(addressIn(location));
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>();
  // The URL may change while the form is shown: a failed link leads here.
  const arrival = arrivalNotice(new URLSearchParams(location.search));
  useTitle(heading);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setNotice(past(notice === undefined ? arrival : notice));
    const { error } = await requestMail(email).catch((reason: unknown) => ({ error: reason }));
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
      <NoticeBox notice={notice === undefined ? arrival : notice} />
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
        <Link to="/login" state={{ email }}>
          Back to Sign In
        </Link>
      </Button>
    </Box>
  );
}
