import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { RECOVERY_CODES } from '@selvedge/shared/identity/two-step';
import { saveFile } from '../lib/save-file.ts';
import { authClient } from '../lib/session/session.ts';
import { CopyButton } from '../ui/copy-button.tsx';

const FILE_NAME = 'recovery-codes.txt';
const GROUP = /.{1,4}/g;

/** How many recovery codes the member has left. @throws an error with a text for the user */
export async function countRecoveryCodes(): Promise<number> {
  const { data, error } = await (await authClient()).mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

/** Creates new recovery codes, which replace any that are left. @throws an error with a text for the user */
export async function makeRecoveryCodes(left: number): Promise<string[]> {
  const { recoveryCodes } = (await authClient()).mfa;
  const { data, error } = await (left > 0 ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (error) throw error;
  return data.codes.map((code) => code.match(GROUP)?.join('-') ?? code);
}

/** Newly created recovery codes, which are shown only this once. */
export function NewRecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Box>
      <Heading as="h3" size="md" mb="2">
        Your recovery codes
      </Heading>
      <Text mb="4" color="fg.muted" aria-live="polite">
        If you lose your phone, use one of these instead of the code from your authenticator app. Each works
        once. Keep them somewhere safe: you won't see them again.
      </Text>
      <chakra.ul
        aria-label="Recovery codes"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="2"
        mb="5"
        p="4"
        bg="bg.muted"
        listStyleType="none"
      >
        {codes.map((code) => (
          <chakra.li key={code} fontFamily="mono" textStyle="sm">
            {code}
          </chakra.li>
        ))}
      </chakra.ul>
      <Flex gap="3" wrap="wrap">
        <CopyButton text={text} copied="Recovery codes copied" />
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE_NAME)}
        >
          Download
        </Button>
        <Button colorPalette="indigo" onClick={onDone}>
          I Have Saved Them
        </Button>
      </Flex>
    </Box>
  );
}

interface RecoveryCodesLeftProps {
  left: number;
  isPending: boolean;
  onMake: () => void;
}

/** The number of codes left, and the button for new ones. */
export function RecoveryCodesLeft({ left, isPending, onMake }: RecoveryCodesLeftProps) {
  return (
    <Box mt="8">
      <Heading as="h3" size="md" mb="2">
        Recovery codes
      </Heading>
      <Text mb="4" color="fg.muted">
        {left === 0
          ? 'You have none. They let you sign in if you lose your phone.'
          : `${left} of ${RECOVERY_CODES} left. New codes replace the old ones.`}
      </Text>
      <Button variant="outline" disabled={isPending} onClick={onMake}>
        {left === 0 ? 'Get Recovery Codes' : 'New Recovery Codes'}
      </Button>
    </Box>
  );
}
