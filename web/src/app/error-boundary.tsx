import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';

/** What shows when a part of the page cannot be drawn at all. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Flex
        as="main"
        direction="column"
        align="center"
        gap="4"
        px="6"
        py="28"
        textAlign="center"
        role="alert"
      >
        <Heading as="h1" size="2xl">
          Something went wrong.
        </Heading>
        <Text color="fg.muted" maxW="60ch">
          {error.message}
        </Text>
        <Button colorPalette="indigo" onClick={() => location.reload()}>
          Reload the page
        </Button>
      </Flex>
    );
  }
}
