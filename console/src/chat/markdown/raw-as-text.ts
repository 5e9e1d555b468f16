// HTML that stands in Markdown is shown as the text that it is: it neither runs nor vanishes.

interface TreeNode {
  type: string;
  children?: TreeNode[];
}

export function rawAsText(): (tree: TreeNode) => void {
  return toText;
}

function toText(node: TreeNode): void {
  for (const child of node.children ?? []) {
    // A plugin changes its tree.
    if (child.type === 'raw') child.type = 'text';
    else toText(child);
  }
}
