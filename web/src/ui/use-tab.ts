import { useSearchParams } from 'react-router-dom';

/** The open tab of a page. It is part of the URL, so that Back and a reload return to it. */
export function useTab(first: string) {
  const [params, setParams] = useSearchParams();
  return {
    value: params.get('tab') ?? first,
    onValueChange: ({ value }: { value: string }) =>
      setParams(value === first ? {} : { tab: value }, { replace: true }),
  };
}
