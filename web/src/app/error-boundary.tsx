import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What it shows; when that changes after an error, it tries again. */
  shown?: string;
  /** Whether it lies over the page. */
  isOver?: boolean;
  children: ReactNode;
}

/** Shows an error in the place of the part of the page that could not be rendered, and keeps the rest. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { text: string | null }> {
  override state: { text: string | null } = { text: null };

  // Anything can be thrown: an error, a `Problem`, or a plain string.
  static getDerivedStateFromError(thrown: unknown) {
    const { message } = (thrown ?? {}) as { message?: unknown };
    return { text: typeof message === 'string' && message !== '' ? message : String(thrown) };
  }

  override componentDidUpdate({ shown }: ErrorBoundaryProps) {
    if (shown !== this.props.shown && this.state.text !== null) this.setState({ text: null });
  }

  override render() {
    const { text } = this.state;
    if (text === null) return this.props.children;
    return (
      <Flex
        direction="column"
        align="center"
        gap="4"
        px="6"
        py="28"
        textAlign="center"
        role="alert"
        {...(this.props.isOver && { position: 'fixed', inset: '0', zIndex: 'modal', bg: 'bg' })}
      >
        <Heading as="h1" size="2xl">
          Something went wrong.
        </Heading>
        <Text color="fg.muted" maxW="60ch">
          {text}
        </Text>
        <Flex gap="2">
          <Button colorPalette="indigo" onClick={() => this.setState({ text: null })}>
            Try Again
          </Button>
          <Button variant="outline" onClick={() => location.reload()}>
            Reload the Page
          </Button>
        </Flex>
      </Flex>
    );
  }
}
