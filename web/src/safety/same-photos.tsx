import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';
import { relativeTime } from '@selvedge/shared/platform/format';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import type { Report } from '@selvedge/shared/safety/reports';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { placeholderColor } from '../lib/image.ts';
import { MemberName } from './member-name.tsx';

interface PictureProps {
  label: string;
  url: string | null;
  /** Shown while the photo loads or if only this is left; null leaves out the photo. */
  placeholder: string | undefined | null;
  title: ReactNode;
  person: Person;
  at: string;
}

/** A photo with the listing and the member that it belongs to. */
const Picture = ({ label, url, placeholder, title, person, at }: PictureProps) => (
  <Box as="figure" flex="1 1 0" minW="0" maxW="240px">
    <Text textStyle="xs" color="fg.muted" mb="1.5">
      {label}
    </Text>
    {placeholder === null ? null : (
      <Box
        aspectRatio="3/4"
        bg="bg.muted"
        borderRadius="l1"
        overflow="hidden"
        style={{ backgroundColor: placeholderColor(placeholder) }}
      >
        {url ? (
          <chakra.img
            src={imageVariant(url, 640)}
            alt={`${label}, by ${person.username}`}
            loading="lazy"
            w="full"
            h="full"
            objectFit="cover"
          />
        ) : null}
      </Box>
    )}
    <Box as="figcaption" mt="2" overflowWrap="anywhere">
      <Text textStyle="sm" fontWeight="semibold">
        {title}
      </Text>
      <Text textStyle="xs" color="fg.muted">
        <MemberName person={person} /> · <time dateTime={at}>{relativeTime(at)}</time>
      </Text>
    </Box>
  </Box>
);

const TitleLink = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '2px' } });

interface SamePhotosProps {
  report: Report;
  samePhotos: NonNullable<Report['evidence']['samePhotos']>;
}

/** Photos of the reported listing beside the earlier ones of another member. */
export function SamePhotos({ report, samePhotos: { person, photos, more } }: SamePhotosProps) {
  return (
    <Stack gap="5">
      {photos.map(({ imageUrl, otherImageUrl, otherPlaceholder, otherListing }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence never changes, and has no other key.
        <Flex key={i} gap={{ base: '3', md: '5' }}>
          <Picture
            label="This listing"
            url={imageUrl}
            placeholder={report.closed && !imageUrl ? null : undefined}
            title={<TitleLink to={`/listing/${report.subjectId}`}>{report.evidence.title}</TitleLink>}
            person={report.person}
            at={report.createdAt}
          />
          <Picture
            label={otherListing.isRemoved ? 'A removed listing' : 'An earlier listing'}
            url={otherImageUrl}
            placeholder={report.closed ? null : otherPlaceholder}
            title={
              otherListing.isRemoved ? (
                otherListing.title
              ) : (
                <TitleLink to={`/listing/${otherListing.id}`}>{otherListing.title}</TitleLink>
              )
            }
            person={person}
            at={otherListing.addedAt}
          />
        </Flex>
      ))}
      {more.length > 0 ? (
        <Box>
          <Text textStyle="sm" fontWeight="semibold">
            More listings with photos of others, that day
          </Text>
          {more.map(({ listingId, title, otherListingId }) => (
            <Text key={`${listingId} ${otherListingId}`} textStyle="sm" overflowWrap="anywhere">
              <TitleLink to={`/listing/${listingId}`}>{title}</TitleLink> ·{' '}
              <TitleLink to={`/listing/${otherListingId}`}>the earlier listing</TitleLink>
            </Text>
          ))}
        </Box>
      ) : null}
    </Stack>
  );
}
