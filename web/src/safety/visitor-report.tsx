import { Button, type ButtonProps } from '@chakra-ui/react';
import type { VisitorSubject } from '@selvedge/shared/safety/report-reasons';
import { VISITOR_REPORT } from '@selvedge/shared/safety/safety-texts';
import { Suspense, useState } from 'react';
import { lazyChunk, preloadOnApproach } from '../lib/lazy-chunk.ts';
import { useSession } from '../lib/session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

// In one chunk with the other dialogs of the same kind, which share their form.
const load = () => import('./safety-dialogs.tsx').then((all) => ({ default: all.VisitorReportDialog }));
const VisitorReportDialog = lazyChunk(load);

interface VisitorReportProps extends ButtonProps {
  subject: VisitorSubject;
  /** The id of what is reported. */
  targetId: string;
}

/** A visitor's link to report what a public page shows; members report from their menu. */
export function VisitorReport({ subject, targetId, ...style }: VisitorReportProps) {
  const { status } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (status !== 'signed-out') return null;
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        px="0"
        color="fg.muted"
        textDecoration="underline"
        textUnderlineOffset="3px"
        fontWeight="normal"
        {...style}
        {...preloadOnApproach(load)}
        onClick={() => setOpen(true)}
      >
        {VISITOR_REPORT.links[subject]}
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setOpen(false)} />}>
          <VisitorReportDialog target={{ subject, id: targetId }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
