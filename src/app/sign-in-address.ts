// Where a single-use token signs a person in.

export function signInAddress(url: string, token: string): string {
  return `${url}/auth/link/${token}`;
}
