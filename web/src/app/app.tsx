import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { connectApi } from '../lib/api.ts';
import { featureLost } from '../lib/features.ts';
import { nonce } from '../lib/instance.ts';
import { queryClient } from '../lib/query-client.ts';
import { onForget } from '../lib/session/ended.ts';
import { onLeave } from '../lib/session/leave.ts';
import { accessToken, followOtherTabs, startSession } from '../lib/session/session.ts';
import { system } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { startLive } from './live.ts';
import { PageRouter } from './page-router.tsx';
import { Pages } from './pages.tsx';
import { onUnauthorized } from './unauthorized.ts';

// The content security policy only allows styles that carry its nonce.
const styles = createCache({ key: 's', nonce });

connectApi({ accessToken, onUnauthorized, onSwitchedOff: featureLost });
onForget(async (userId) => {
  const [{ messaging, stopMessaging }, { removeNotices }] = await Promise.all([
    import('../conversations/store/messaging.ts'),
    import('../notifications/browser-notices.ts'),
  ]);
  // First, because it stores what arrives.
  stopMessaging();
  await Promise.all([messaging.deleteMemberData(userId), removeNotices()]);
});
onLeave(async (userId) => {
  const { messaging } = await import('../conversations/store/messaging.ts');
  return messaging.countOutgoing(userId);
});
// Subscribe before anything can restore a session.
startLive();
followOtherTabs();
void startSession((text) => toast.error('Login Failed', text));

export function App() {
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary>
            <PageRouter>
              <Pages />
            </PageRouter>
          </ErrorBoundary>
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
