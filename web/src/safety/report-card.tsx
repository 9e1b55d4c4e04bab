import { Badge, Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { REASON_TEXTS } from '@selvedge/shared/safety/report-reasons';
import type { Appeal, Report } from '@selvedge/shared/safety/reports';
import { formatEnd, QUEUE, SUBJECT_NAMES } from '@selvedge/shared/safety/safety-texts';
import { type ReactNode, useState } from 'react';
import { MemberRecord } from './admin-log.tsx';
import { Age } from './age.tsx';
import { AppealCard } from './appeal-card.tsx';
import { Evidence } from './evidence.tsx';
import { DONE } from './labels.ts';
import { MemberName } from './member-name.tsx';

function Reporter({ report: { reporter, visitor } }: { report: Report }) {
  if (reporter) return <MemberName person={reporter} />;
  if (!visitor) return 'The server';
  const { name, email } = visitor;
  const from = [name, email].filter((part) => part !== null).join(', ');
  return from ? `${QUEUE.visitor} (${from})` : 'Someone whose name is no longer stored';
}

/** Who reported whom; the server compares the photos of members. */
const Origin = ({ report }: { report: Report }) =>
  report.evidence.samePhotos ? (
    <>
      <MemberName person={report.person} /> posted a photo that{' '}
      <MemberName person={report.evidence.samePhotos.person} /> has used before
    </>
  ) : (
    <>
      <Reporter report={report} /> reported a {SUBJECT_NAMES[report.subject]} of{' '}
      <MemberName person={report.person} />
    </>
  );

/** The decision on a report. */
function Decision({ closed }: { closed: NonNullable<Report['closed']> }) {
  const { action, admin, at, suspendedUntil, note, rule } = closed;
  return (
    <Text mt="4" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {DONE[action]} by <MemberName person={admin} /> {relativeTimeInText(at)}
      {suspendedUntil ? ` until ${formatEnd(new Date(suspendedUntil))}` : ''}
      {note ? `: ${note}` : ''}
      {rule ? ` (${rule})` : ''}
    </Text>
  );
}

/** A button that opens the admin actions about a member. */
function RecordOf({ person }: Pick<Report, 'person'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack mt="4" gap="3" align="flex-start">
      <Button
        size="xs"
        variant="ghost"
        ms="-2.5"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        {QUEUE.record(person.username)}
      </Button>
      {isOpen ? <MemberRecord personId={person.id} /> : null}
    </Stack>
  );
}

interface ReportCardProps {
  report: Report;
  /** The buttons of an open report. */
  children?: ReactNode;
  /** The buttons of an open appeal; without it, the card shows the decision only. */
  answer?: (appeal: Appeal) => ReactNode;
}

/** One report with its buttons, or the decision on it and the appeals against that. */
export function ReportCard({ report, children, answer }: ReportCardProps) {
  const { subject, reason, details, number, createdAt, closed } = report;
  return (
    <Box
      as="article"
      borderWidth="1px"
      borderRadius="l2"
      p="5"
      aria-label={`Report of a ${SUBJECT_NAMES[subject]}`}
    >
      <Flex wrap="wrap" gap="2" align="center" mb="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        <Badge>{REASON_TEXTS[reason]}</Badge>
        <Text minW="0">
          <Origin report={report} />
        </Text>
        <Age since={createdAt} isWaiting={closed === null} />
        <Text textStyle="xs">{number}</Text>
      </Flex>
      <Evidence report={report} />
      {details ? (
        <Text mt="3" textStyle="sm" whiteSpace="pre-line" overflowWrap="anywhere">
          “{details}”
        </Text>
      ) : null}
      {closed ? <Decision closed={closed} /> : children}
      {report.appeals.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal}>
          {answer?.(appeal)}
        </AppealCard>
      ))}
      <RecordOf person={report.person} />
    </Box>
  );
}
