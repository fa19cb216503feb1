package dev.azulejo.cluster.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Members are where a file says that all of them see: a line for each, {@code HOST:PORT}. Who
 * listens adds a line. Those of members that are gone do no harm, for nobody answers there; the
 * file is read as far as its newest {@value #MOST} lines.
 *
 * @param file is made if it is not there
 */
public record SharedFile(Path file) implements Discovery {
    private static final int MOST = 256;

    private static final int LONGEST_FILE = 1 << 20;

    @Override
    public List<InetSocketAddress> places() {
        var places = new ArrayList<InetSocketAddress>();
        for (var line : lines()) {
            try {
                places.addAll(HostList.parse(line).places());
            } catch (EngineException e) {
                // Half a line of somebody who writes it just now, or nobody's
                continue;
            }
        }
        return places;
    }

    private List<String> lines() {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_FILE) {
                return List.of();
            }
            var lines =
                    Files.readString(file, StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank())
                            .distinct()
                            .toList();
            return lines.subList(Math.max(0, lines.size() - MOST), lines.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    @Override
    public void listening(InetSocketAddress place) {
        var line = new HostPort(place.getAddress().getHostAddress(), place.getPort()).toString();
        if (lines().contains(line)) {
            return;
        }
        try {
            // One write of a few bytes at the end, so that lines of several members stay apart
            Files.write(
                    file,
                    (line + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new EngineException("%s: cannot be written: %s".formatted(file, e), e);
        }
    }
}
