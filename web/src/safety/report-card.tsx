import { Badge, Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { badgeRecipe } from '@chakra-ui/react/theme';
import { relativeTime } from '@selvedge/shared/format';
import { OVERDUE_HOURS, REASON_TEXTS, type Resolution, resolutionsOf } from '@selvedge/shared/report-reasons';
import type { Appeal, Report } from '@selvedge/shared/reports';
import { APPEAL_QUEUE, formatEnd, QUEUE } from '@selvedge/shared/safety-texts';
import { type ReactNode, useState } from 'react';
import { registerRecipes } from '../ui/theme/system.ts';
import { MemberRecord } from './admin-log.tsx';
import { Evidence } from './evidence.tsx';
import { DONE, SUBJECTS } from './labels.ts';
import { PersonName } from './person-name.tsx';

registerRecipes({ recipes: { badge: badgeRecipe } });

const REMOVALS = {
  listing: 'Remove Listing',
  wtb: 'Remove WTB',
  user: 'Remove Profile',
  message: 'Remove Message',
  vouch: 'Remove Vouch',
} as const;

const ACTIONS: Record<Resolution, (report: Report) => string> = {
  dismiss: () => 'Dismiss',
  remove: ({ subject }) => REMOVALS[subject],
  warn: ({ person }) => `Warn ${person.username}`,
  suspend: ({ person }) => `Suspend ${person.username}`,
};

/** The label of an action on a report. */
export const actionLabel = (action: Resolution, report: Report): string => ACTIONS[action](report);

const HOUR = 3_600_000;

/** How long something has waited, with a mark once that is too long. */
const Age = ({ since, isWaiting }: { since: string; isWaiting: boolean }) => (
  <>
    <Text textStyle="xs">
      <time dateTime={since}>{relativeTime(since)}</time>
    </Text>
    {isWaiting && Date.now() - Date.parse(since) >= OVERDUE_HOURS * HOUR ? (
      <Badge variant="solid" colorPalette="red">
        {QUEUE.overdue}
      </Badge>
    ) : null}
  </>
);

function Reporter({ report: { reporter, visitor } }: { report: Report }) {
  if (reporter) return <PersonName person={reporter} />;
  if (!visitor) return 'The server';
  const { name, email } = visitor;
  const from = [name, email].filter((part) => part !== null).join(', ');
  return from ? `${QUEUE.visitor} (${from})` : QUEUE.visitor;
}

/** Who reported whom; the server compares the photos of members. */
const Origin = ({ report }: { report: Report }) =>
  report.evidence.samePhotos ? (
    <>
      <PersonName person={report.person} /> posted a photo that{' '}
      <PersonName person={report.evidence.samePhotos.person} /> has used before
    </>
  ) : (
    <>
      <Reporter report={report} /> reported a {SUBJECTS[report.subject]} of{' '}
      <PersonName person={report.person} />
    </>
  );

/** The decision on a report. */
function Decision({ closed }: { closed: NonNullable<Report['closed']> }) {
  const { action, admin, at, suspendedUntil, note, rule } = closed;
  return (
    <Text mt="4" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {DONE[action]} by <PersonName person={admin} /> {relativeTime(at)}
      {suspendedUntil ? ` until ${formatEnd(new Date(suspendedUntil))}` : ''}
      {note ? `: ${note}` : ''}
      {rule ? ` (${rule})` : ''}
    </Text>
  );
}

interface AppealCardProps {
  appeal: Appeal;
  /** The buttons of an open appeal. */
  children?: ReactNode;
}

/** An appeal against a decision, with its answer. */
const AppealCard = ({ appeal: { party, text, createdAt, closed }, children }: AppealCardProps) => (
  <Box mt="4" ps="4" borderStartWidth="3px" borderStartColor="border.emphasized" overflowWrap="anywhere">
    <Flex wrap="wrap" gap="2" align="center" textStyle="sm" color="fg.muted">
      <Text>{APPEAL_QUEUE.by[party]}</Text>
      <Age since={createdAt} isWaiting={closed === null} />
    </Flex>
    <Text mt="1" textStyle="sm" whiteSpace="pre-line">
      “{text}”
    </Text>
    {closed ? (
      <Text mt="2" textStyle="sm" color="fg.muted">
        {APPEAL_QUEUE.done[closed.outcome]} by <PersonName person={closed.admin} /> {relativeTime(closed.at)}:{' '}
        {closed.reason}
      </Text>
    ) : (
      children
    )}
  </Box>
);

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
  isBusy: boolean;
  onResolve: (report: Report, action: Resolution) => void;
  /** The buttons of an open appeal; without it, the card shows the decision only. */
  answer?: (appeal: Appeal) => ReactNode;
}

/** One report, with its actions, or the decision on it and the appeals against that. */
export function ReportCard({ report, isBusy, onResolve, answer }: ReportCardProps) {
  const { subject, reason, details, number, createdAt, closed } = report;
  return (
    <Box
      as="article"
      borderWidth="1px"
      borderRadius="l2"
      p="5"
      aria-label={`Report of a ${SUBJECTS[subject]}`}
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
      {closed ? (
        <Decision closed={closed} />
      ) : (
        <Flex wrap="wrap" gap="3" mt="4">
          {resolutionsOf(subject).map((action) => (
            <Button
              key={action}
              size="sm"
              variant="outline"
              color={action === 'dismiss' ? undefined : 'fg.error'}
              disabled={isBusy}
              onClick={() => onResolve(report, action)}
            >
              {ACTIONS[action](report)}
            </Button>
          ))}
        </Flex>
      )}
      {report.appeals.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal}>
          {answer?.(appeal)}
        </AppealCard>
      ))}
      <RecordOf person={report.person} />
    </Box>
  );
}
