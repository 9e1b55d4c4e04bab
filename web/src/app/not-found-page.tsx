import { Button, Heading, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Centered } from '../ui/centered.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function NotFoundPage() {
  useTitle('Page not found');
  return (
    <Centered>
      <Text textStyle="woven" color="fg.subtle">
        404
      </Text>
      <Heading as="h1" size="2xl">
        Page not found
      </Heading>
      <Text color="fg.muted">The link may be old or mistyped.</Text>
      <Button asChild variant="outline">
        <Link to="/">Go Home</Link>
      </Button>
    </Centered>
  );
}
