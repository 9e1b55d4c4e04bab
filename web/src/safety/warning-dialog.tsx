import { Button, Dialog, Stack, Text } from '@chakra-ui/react';
import type { Warning } from '@selvedge/shared/safety/reports';
import { WARNING_NOTICE } from '@selvedge/shared/safety/safety-texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, apiSend } from '../lib/api.ts';
import { session, userReceived } from '../lib/session/session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { WARNINGS_KEY } from './keys.ts';

function allRead(): void {
  const { user } = session.getState();
  if (!user) return;
  const { hasWarning: _, ...rest } = user;
  userReceived(rest);
}

/** The member's unread warnings, one after the other. Closing it leaves them unread, until the next page load. */
export function WarningDialog() {
  const [isClosed, setClosed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: [WARNINGS_KEY],
    queryFn: () => apiList<Warning>('/api/warnings'),
    staleTime: 0,
  });
  const [warning, next] = data ?? [];
  if (!warning || isClosed) return null;
  const confirm = async () => {
    setSaving(true);
    try {
      await apiSend('POST', `/api/warnings/${warning.id}/read`);
      if (next) await refetch();
      else allRead();
    } catch (error) {
      showFailure(error, WARNING_NOTICE.failed);
    }
    setSaving(false);
  };
  return (
    <DialogFrame size="form" onClose={() => setClosed(true)}>
      <Dialog.Header>
        <Dialog.Title>{WARNING_NOTICE.title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Stack gap="4" overflowWrap="anywhere">
          {warning.about === null ? null : <Text>{WARNING_NOTICE.about(warning.about)}</Text>}
          <Text color="fg.muted">{WARNING_NOTICE.lead}</Text>
          <Text whiteSpace="pre-line">{warning.reason}</Text>
          {warning.rule === null ? null : (
            <Text textStyle="sm" color="fg.muted">
              {WARNING_NOTICE.rule}: {warning.rule}
            </Text>
          )}
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button colorPalette="indigo" disabled={isSaving} onClick={() => void confirm()}>
          {WARNING_NOTICE.button}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
