import { Box, Button, Heading, Text } from '@chakra-ui/react';
import { CodeForm } from './code-form.tsx';
import { dropSession, enterCode } from './session.ts';

/** The second step of signing in, after the password or Discord. */
export function CodeStep({ factorId }: { factorId: string }) {
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="3">
        Enter your code
      </Heading>
      <Text mb="8" color="fg.muted">
        Open your authenticator app and enter the code it shows for Selvedge.
      </Text>
      <CodeForm submitText="Sign In" onSubmit={(code) => enterCode(factorId, code)} />
      <Button
        variant="plain"
        size="sm"
        mt="6"
        px="0"
        textDecoration="underline"
        onClick={() => void dropSession()}
      >
        Sign In as Someone Else
      </Button>
    </Box>
  );
}
