package dev.azulejo.core.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Collects rectangles that together are the whole of a target, without overlap, and makes a map of
 * them. What is a cut for one of them becomes a cut of the whole map, with one owner on both sides
 * elsewhere.
 */
public final class RegionRectangles {
    private record Rectangle(int left, int top, int right, int bottom, int owner) {}

    private final int width;
    private final int height;
    private final int gpus;
    private final List<Rectangle> rectangles = new ArrayList<>();

    /** Begins with an empty target. */
    public RegionRectangles(int targetWidth, int targetHeight, int gpuCount) {
        width = targetWidth;
        height = targetHeight;
        gpus = gpuCount;
    }

    /**
     * Adds a rectangle; an empty one makes no difference.
     *
     * @param left first column of pixels
     * @param top first row
     * @param right column after the last
     * @param bottom row after the last
     * @param owner its GPU
     */
    public void add(int left, int top, int right, int bottom, int owner) {
        if (left < right && top < bottom) {
            rectangles.add(new Rectangle(left, top, right, bottom, owner));
        }
    }

    /** Makes the map. */
    public RegionMap map() {
        int[] columnCuts = cuts(rectangles.stream().mapToInt(Rectangle::left));
        int[] rowCuts = cuts(rectangles.stream().mapToInt(Rectangle::top));
        int columns = columnCuts.length + 1;
        var owners = new int[columns * (rowCuts.length + 1)];
        Arrays.fill(owners, -1);
        for (var rectangle : rectangles) {
            int first = after(columnCuts, rectangle.left);
            int end = rectangle.right == width ? columns : after(columnCuts, rectangle.right);
            int row = after(rowCuts, rectangle.top);
            int endRow =
                    rectangle.bottom == height
                            ? rowCuts.length + 1
                            : after(rowCuts, rectangle.bottom);
            for (; row < endRow; row++) {
                Arrays.fill(owners, row * columns + first, row * columns + end, rectangle.owner);
            }
        }
        return RegionMap.of(width, height, gpus, columnCuts, rowCuts, owners);
    }

    private static int[] cuts(IntStream starts) {
        return starts.filter(start -> start > 0).distinct().sorted().toArray();
    }

    /** The region that begins at a cut, or at 0. */
    private static int after(int[] cuts, int start) {
        return start == 0 ? 0 : Arrays.binarySearch(cuts, start) + 1;
    }
}
