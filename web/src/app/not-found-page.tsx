import { Button, Heading, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Centered } from '../ui/centered.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function NotFoundPage() {
  useTitle('Not found');
  return (
    <Centered>
      <Text textStyle="woven" color="fg.subtle">
        404
      </Text>
      <Heading as="h1" size="2xl">
        There is nothing here
      </Heading>
      <Text color="fg.muted">The page was moved, or it never was.</Text>
      <Button asChild variant="outline">
        <Link to="/">Go Home</Link>
      </Button>
    </Centered>
  );
}
