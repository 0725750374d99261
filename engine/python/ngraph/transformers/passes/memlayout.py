# SPDX-License-Identifier: Apache-2.0
"""Memory planning in a pool of bytes: best fit, adjacent free blocks are merged."""

__all__ = ["MemoryManager", "MemoryNode"]


class MemoryNode:
    """A block of the pool."""

    def __init__(self, size, is_free):
        self.size = size
        self.is_free = is_free

    def __repr__(self):
        return f"{'free' if self.is_free else 'used'} {self.size}"


class MemoryManager:
    """Assigns offsets in an unbounded pool; sizes are rounded up to `alignment` bytes."""

    _endless = 1 << 62

    def __init__(self, alignment=1):
        if alignment < 1:
            raise ValueError(f"the alignment must be 1 or more, not {alignment}")
        self.alignment = alignment
        self.node_list = [MemoryNode(self._endless, True)]
        self._max_allocated = 0

    @staticmethod
    def align(size, alignment):
        """Round `size` up to a multiple of `alignment`."""
        return -(-size // alignment) * alignment

    def allocate(self, size):
        """Return the offset of `size` bytes in the smallest free block that fits.

        0 bytes get offset 0 without an allocation.
        """
        if size < 0:
            raise ValueError(f"{size} bytes cannot be allocated")
        size = self.align(size, self.alignment)
        if size == 0:
            return 0
        best = None
        offset = best_offset = 0
        for i, node in enumerate(self.node_list):
            if node.is_free and node.size >= size and \
                    (best is None or node.size < self.node_list[best].size):
                best, best_offset = i, offset
            offset += node.size
        node = self.node_list[best]
        rest = node.size - size
        node.size, node.is_free = size, False
        if rest:
            self.node_list.insert(best + 1, MemoryNode(rest, True))
        self._max_allocated = max(self._max_allocated, best_offset + size)
        return best_offset

    def free(self, offset):
        """Free the allocation at `offset`. Raises RuntimeError if there is none."""
        start = 0
        for i, node in enumerate(self.node_list):
            if start == offset and not node.is_free:
                node.is_free = True
                return self._join(i)
            start += node.size
        raise RuntimeError(f"nothing is allocated at offset {offset}")

    def _join(self, i):
        for left in (i, i - 1):
            if 0 <= left < len(self.node_list) - 1 and \
                    self.node_list[left].is_free and self.node_list[left + 1].is_free:
                self.node_list[left].size += self.node_list.pop(left + 1).size

    def max_allocated(self):
        """End of the highest block ever used."""
        return self._max_allocated
