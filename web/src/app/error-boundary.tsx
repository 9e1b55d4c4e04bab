import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';

/** The fallback when rendering throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { text: string | null }> {
  override state: { text: string | null } = { text: null };

  // Anything can be thrown: an error, a `Problem`, or a plain string.
  static getDerivedStateFromError(thrown: unknown) {
    const { message } = (thrown ?? {}) as { message?: unknown };
    return { text: typeof message === 'string' && message !== '' ? message : String(thrown) };
  }

  override render() {
    const { text } = this.state;
    if (text === null) return this.props.children;
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
          {text}
        </Text>
        <Button colorPalette="indigo" onClick={() => location.reload()}>
          Reload the Page
        </Button>
      </Flex>
    );
  }
}
