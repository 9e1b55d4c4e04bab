import { Flex } from '@chakra-ui/react';
import { Loading } from './loading.tsx';
import { useLayer } from './use-layer.ts';

interface DialogLoadingProps {
  /** Closes the dialog that is being loaded; null if it has its own URL. */
  onClose: (() => void) | null;
  isWide?: boolean;
}

/** Placeholder for a dialog until its code has loaded: shows the backdrop and the frame immediately. */
export function DialogLoading({ onClose, isWide = false }: DialogLoadingProps) {
  useLayer(onClose);
  return (
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
}
