import { Box, chakra, Text } from '@chakra-ui/react';
import type { Business } from '@selvedge/shared/members/businesses';
import { BUSINESS, BUSINESS_FIELDS } from '@selvedge/shared/safety/safety-texts';
import { LabelledValue } from '../../ui/labelled-value.tsx';

const Summary = chakra('summary', {
  base: {
    cursor: 'pointer',
    width: 'fit-content',
    minH: '6',
    textStyle: 'sm',
    fontWeight: 'medium',
    focusVisibleRing: 'outside',
  },
});

/** Says that a seller acts as a business; what they declare opens from it. Nothing for a private person. */
export function BusinessNote({ business }: { business: Business | null | undefined }) {
  if (!business) return null;
  const { name, address, email, registerNumber } = business;
  return (
    <chakra.details mt="3">
      <Summary>{BUSINESS.badge}</Summary>
      <Box as="dl" mt="2" display="grid" gap="2" overflowWrap="anywhere">
        <LabelledValue name={BUSINESS_FIELDS.name.label}>{name}</LabelledValue>
        <LabelledValue name={BUSINESS_FIELDS.address.label}>
          <chakra.span whiteSpace="pre-line">{address}</chakra.span>
        </LabelledValue>
        <LabelledValue name={BUSINESS_FIELDS.email.label}>
          <chakra.a href={`mailto:${email}`} textDecoration="underline" textUnderlineOffset="2px">
            {email}
          </chakra.a>
        </LabelledValue>
        {registerNumber === null ? null : (
          <LabelledValue name={BUSINESS_FIELDS.registerNumber.label}>{registerNumber}</LabelledValue>
        )}
      </Box>
      <Text mt="2" textStyle="xs" color="fg.muted" maxW="56ch">
        {BUSINESS.law}
      </Text>
    </chakra.details>
  );
}
