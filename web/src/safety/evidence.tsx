import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { relativeTime } from '@selvedge/shared/platform/format';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import type { Report } from '@selvedge/shared/safety/reports';
import { Link } from 'react-router-dom';
import { formatPrice } from '../lib/price.ts';
import { subjectPath } from './labels.ts';
import { SamePhotos } from './same-photos.tsx';

const VERSION_LABELS = { original: 'Original', edited: 'Edited' } as const;

const Stamp = ({ label, at }: { label: string; at: string }) => (
  <Text textStyle="xs" color="fg.muted">
    {label} · <time dateTime={at}>{relativeTime(at)}</time>
  </Text>
);

/** All versions of an edited or unsent message, oldest first. */
function Versions({ evidence: { versions, unsentAt } }: { evidence: Report['evidence'] }) {
  return (
    <Stack gap="2">
      {versions.map(({ state, text, at }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence never changes, and times may repeat.
        <Box key={i}>
          <Stamp label={VERSION_LABELS[state]} at={at} />
          <Text textStyle="sm" whiteSpace="pre-line">
            {text || 'Photo'}
          </Text>
        </Box>
      ))}
      {unsentAt ? <Stamp label="Unsent" at={unsentAt} /> : null}
    </Stack>
  );
}

/** All photos of what was reported. */
const Photos = ({ urls }: { urls: readonly string[] }) => (
  <Flex wrap="wrap" gap="2">
    {urls.map((url, i) => (
      <chakra.img
        key={url}
        src={imageVariant(url, 320)}
        alt={urls.length === 1 ? 'Reported photo' : `Reported photo ${i + 1} of ${urls.length}`}
        loading="lazy"
        w="72px"
        h="96px"
        objectFit="cover"
        borderRadius="l1"
      />
    ))}
  </Flex>
);

/** Brand, size and price of a listing, or brand, size and budget of a WTB. */
function Details({ report: { subject, evidence } }: { report: Report }) {
  const { brand, size, price } = evidence;
  const amount = price === null ? null : formatPrice(price);
  const details = [
    brand,
    size === null ? null : `Size ${size}`,
    subject === 'wtb' && amount !== null ? `Budget up to ${amount}` : amount,
  ].filter((detail) => detail !== null);
  return details.length > 0 ? (
    <Text textStyle="sm" color="fg.muted">
      {details.join(' · ')}
    </Text>
  ) : null;
}

/** The reported item or message as it was when it was reported. */
export function Evidence({ report }: { report: Report }) {
  const { subject, subjectId, person, evidence } = report;
  const path = subjectPath(subject, subjectId, person);
  return (
    <Stack
      gap="3"
      p="4"
      bg="bg.subtle"
      borderRadius="l2"
      borderStartWidth="3px"
      borderStartColor="border.emphasized"
    >
      {evidence.samePhotos ? (
        <SamePhotos report={report} samePhotos={evidence.samePhotos} />
      ) : evidence.imageUrls.length > 0 ? (
        <Photos urls={evidence.imageUrls} />
      ) : null}
      <Box minW="0" overflowWrap="anywhere">
        {evidence.before.map((message, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: evidence never changes, and has no other key.
          <Text key={i} textStyle="sm" color="fg.muted" whiteSpace="pre-line">
            {message.isReporters ? 'Reporter' : person.username}: {message.text}
          </Text>
        ))}
        {/* Equal photos have the titles of both listings. */}
        {evidence.title && !evidence.samePhotos ? (
          <Text fontWeight="semibold">{path ? <Link to={path}>{evidence.title}</Link> : evidence.title}</Text>
        ) : null}
        <Details report={report} />
        {evidence.versions.length > 0 ? (
          <Versions evidence={evidence} />
        ) : evidence.text ? (
          <Text textStyle="sm" whiteSpace="pre-line">
            {evidence.text}
          </Text>
        ) : null}
      </Box>
    </Stack>
  );
}
