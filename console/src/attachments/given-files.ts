// The files in what was dropped or pasted.

interface DroppedFiles {
  readonly files: readonly File[];
  /** The first folder among them: what is in it is not uploaded. */
  readonly folder: string | undefined;
}

export function droppedFiles({ items }: DataTransfer): DroppedFiles {
  const files: File[] = [];
  let folder: string | undefined;
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (entry?.isDirectory === true) folder ??= entry.name;
    else if (file !== null) files.push(file);
  }
  return { files, folder };
}

/** None where there is text as well: office programs add a picture of what they copy. */
export function pastedFiles(data: DataTransfer): readonly File[] {
  return data.getData('text/plain') === '' ? [...data.files] : [];
}
