// Whether a program is where skills run: with the plain sandbox, on this machine's PATH.

import { AppError } from '#base/app-error.ts';
import { findProgram, systemEnvironment } from '#system/child-process.ts';

export function hasProgram(name: string): boolean {
  try {
    findProgram(name, systemEnvironment()['PATH'] ?? '', '/');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
