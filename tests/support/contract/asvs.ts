import sections from './asvs-sections.json' with { type: 'json' };

/**
 * The requirements of OWASP ASVS 5.0.0 of levels 1 and 2, without chapter 17 (WebRTC), each as its number and level:
 * '6.2.1 1'. The file has the numbers of both levels by section.
 * Source: OWASP_Application_Security_Verification_Standard_5.0.0_en.csv of github.com/OWASP/ASVS.
 */
export const ASVS_REQUIREMENTS: readonly string[] = Object.entries(sections).flatMap(([section, levels]) =>
  levels.flatMap((numbers, i) =>
    numbers.split(' ').flatMap((number) => (number === '' ? [] : `${section}.${number} ${i + 1}`)),
  ),
);
