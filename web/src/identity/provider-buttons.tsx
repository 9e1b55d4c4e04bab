import { Box, Button, Flex, Stack } from '@chakra-ui/react';
import { messageOf } from '../lib/api.ts';
import { authClient } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';
import { leaveForProvider, refusalText } from './provider-visit.ts';
import { PROVIDERS, type SignInProvider } from './providers.ts';

interface ProviderButtonsProps {
  /** The path to go to after the sign-in. */
  next: string;
  /** Whether a newcomer agrees to the rules of the instance. */
  isAgreed: boolean;
  isDisabled: boolean;
}

/** Sign-in with other providers, above the form. */
export function ProviderButtons({ next, isAgreed, isDisabled }: ProviderButtonsProps) {
  const leave = async (provider: SignInProvider) => {
    try {
      await leaveForProvider(await authClient(), provider.id, { next, isAgreed });
    } catch (error) {
      toast.error('Login Failed', messageOf(error, refusalText(provider, null)));
    }
  };
  return (
    <>
      <Stack gap="3">
        {PROVIDERS.map((provider) => (
          <Button
            key={provider.id}
            variant="outline"
            size="lg"
            w="full"
            disabled={isDisabled}
            onClick={() => void leave(provider)}
          >
            Continue with {provider.name}
          </Button>
        ))}
      </Stack>
      <Flex align="center" gap="3" my="6" textStyle="xs" color="fg.subtle">
        <Box flex="1" h="1px" bg="border" />
        or with e-mail
        <Box flex="1" h="1px" bg="border" />
      </Flex>
    </>
  );
}
