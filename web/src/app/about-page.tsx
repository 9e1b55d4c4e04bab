import { Box, Heading, Link, Text } from '@chakra-ui/react';
import { aboutLead, aboutSections } from '@selvedge/shared/instance/about';
import { PRODUCT } from '@selvedge/shared/platform/titles';
import { TextPage } from '../instance/text-pages/text-page.tsx';
import { instance } from '../lib/instance.ts';
import { useTitle } from '../ui/use-title.ts';

/**
 * Says which software runs an instance with another name, and where its source code is: the licence (AGPL-3.0,
 * section 13) makes whoever runs a changed version offer it.
 */
function PoweredBy() {
  const { name, sourceUrl } = instance;
  if (name === PRODUCT && sourceUrl === null) return null;
  return (
    <Text as="footer" mt="14" textStyle="sm" color="fg.subtle">
      Powered by {PRODUCT}
      {sourceUrl === null ? null : (
        <>
          {' · '}
          <Link href={sourceUrl} variant="underline">
            Source code
          </Link>
        </>
      )}
    </Text>
  );
}

export function AboutPage() {
  return instance.pages.includes('about') ? (
    <TextPage name="about">
      <PoweredBy />
    </TextPage>
  ) : (
    <OwnAbout />
  );
}

/** What the software says about itself. */
function OwnAbout() {
  useTitle('About');
  return (
    <Box maxW="68ch" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '8', md: '14' }} pb="28">
      <Heading as="h1" size="3xl" fontWeight="600">
        About {instance.name}
      </Heading>
      <Text mt="4" textStyle="lg" color="fg.muted">
        {aboutLead(instance.name)}
      </Text>
      {aboutSections(instance.name).map(({ title, text }) => (
        <Box as="section" key={title} mt="10" pt="6" borderTopWidth="1px">
          <Heading as="h2" size="xl" mb="3">
            {title}
          </Heading>
          {text.map((paragraph) => (
            <Text key={paragraph} mb="3" color="fg.muted">
              {paragraph}
            </Text>
          ))}
        </Box>
      ))}
      <PoweredBy />
    </Box>
  );
}
