package dev.azulejo.servers.common;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a server's process is.
 *
 * @param heapBytes of objects, and of buffers outside of the heap
 * @param residentBytes what the system counts
 * @param painted pictures so far
 * @param left pictures that have left so far, as the library says
 */
record Figures(long heapBytes, long residentBytes, long painted, long left) {
    static Figures now(long painted, long left) {
        long buffers =
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return new Figures(heap + buffers, resident(), painted, left);
    }

    private static long resident() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] encode(long number) {
        return ByteBuffer.allocate(40)
                .putLong(number)
                .putLong(heapBytes)
                .putLong(residentBytes)
                .putLong(painted)
                .putLong(left)
                .array();
    }

    static Figures decode(byte[] answer) {
        var fields = ByteBuffer.wrap(answer, 8, 32);
        return new Figures(fields.getLong(), fields.getLong(), fields.getLong(), fields.getLong());
    }
}
