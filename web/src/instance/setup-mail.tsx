import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { TestMail } from '@selvedge/shared/instance/setup';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, messageOf } from '../lib/api.ts';

const TEST_PATH = '/api/admin/test-mail';

/** The last step: whether mail reaches members. @param email the admin's own address */
export function SetupMail({ email }: { email: string }) {
  const navigate = useNavigate();
  const [result, setResult] = useState<TestMail | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    setResult(null);
    try {
      setResult(await api<TestMail>('POST', TEST_PATH));
    } catch (error) {
      setResult({
        isAccepted: false,
        text: messageOf(error, 'The mail could not be sent. Please try again.'),
      });
    }
    setSending(false);
  };
  return (
    <>
      <Text mb="6">
        Members confirm their address, and set a new password, with a link by mail. See whether a mail reaches{' '}
        <strong>{email}</strong>.
      </Text>
      <Box role="status">
        {result ? (
          <Text
            borderStartWidth="3px"
            borderColor={result.isAccepted ? 'moss.500' : 'thread.600'}
            bg={result.isAccepted ? 'bg.success' : 'bg.error'}
            color={result.isAccepted ? 'fg.success' : 'fg.error'}
            textStyle="sm"
            px="3"
            py="2"
            mb="6"
            overflowWrap="anywhere"
          >
            {result.text}
          </Text>
        ) : null}
      </Box>
      <Flex gap="3" wrap="wrap">
        <Button
          size="lg"
          variant="outline"
          aria-disabled={isSending}
          onClick={() => isSending || void send()}
        >
          {isSending ? 'Sending...' : 'Send a Test E-mail'}
        </Button>
        <Button size="lg" colorPalette="indigo" onClick={() => void navigate('/')}>
          {result ? 'Finish' : 'Skip and Finish'}
        </Button>
      </Flex>
    </>
  );
}
