import { Button, Dialog } from '@chakra-ui/react';

interface FormFooterProps {
  /** The button's text, and its text while the form is being submitted. */
  submit: readonly [string, string];
  isSubmitting: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog: the buttons to cancel and submit it. */
export function FormFooter({ submit, isSubmitting, onCancel }: FormFooterProps) {
  return (
    <Dialog.Footer borderTopWidth="1px" pt="4">
      <Button type="button" variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" colorPalette="indigo" disabled={isSubmitting}>
        {submit[isSubmitting ? 1 : 0]}
      </Button>
    </Dialog.Footer>
  );
}
