import { Box, Button, Flex } from '@chakra-ui/react';
import { messageOf } from '../lib/api.ts';
import { DISCORD_FAILED } from '../session/discord.ts';
import { authClient } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { leaveForDiscord } from './leave-for-discord.ts';

/** Sign-in with Discord, above the form. */
export function Discord({ next, isAgreed }: { next: string; isAgreed: boolean }) {
  const leave = async () => {
    try {
      await leaveForDiscord(await authClient(), next, isAgreed);
    } catch (error) {
      toast.error('Login Failed', messageOf(error, DISCORD_FAILED));
    }
  };
  return (
    <>
      <Button variant="outline" size="lg" w="full" onClick={() => void leave()}>
        Continue with Discord
      </Button>
      <Flex align="center" gap="3" my="6" textStyle="xs" color="fg.subtle">
        <Box flex="1" h="1px" bg="border" />
        or with e-mail
        <Box flex="1" h="1px" bg="border" />
      </Flex>
    </>
  );
}
