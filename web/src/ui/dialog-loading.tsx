import { Flex } from '@chakra-ui/react';
import { Loading } from './loading.tsx';

/** Placeholder for a dialog until its code has loaded: shows the backdrop and the frame immediately. */
export const DialogLoading = ({ isWide = false }: { isWide?: boolean }) => (
  <Flex position="fixed" inset="0" zIndex="modal" bg="black/60" align="center" justify="center">
    <Flex
      className="dialog-loading"
      bg="bg.panel"
      align="center"
      justify="center"
      borderRadius={{ md: 'l3' }}
      w={{ base: 'full', md: isWide ? 'min(1040px, calc(100% - 48px))' : '512px' }}
      h={{ base: 'full', md: isWide ? 'min(760px, calc(100% - 48px))' : '480px' }}
    >
      <Loading />
    </Flex>
  </Flex>
);
