package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two places with a cable between them: this one, and a namespace of the network that the system
 * makes. The cable can be pulled, which nobody is told.
 */
final class SmallNetwork implements AutoCloseable {
    private final String name;

    /** Of a range that is for tests alone, RFC 2544. */
    private final String prefix;

    private SmallNetwork(long number) {
        name = "azj%d".formatted(number % 100_000);
        prefix = "198.18.%d.".formatted(number % 256);
    }

    /** Makes one; the test is skipped where that is not allowed. */
    static SmallNetwork make() throws IOException {
        var network = new SmallNetwork(ProcessHandle.current().pid());
        int code = -1;
        try {
            code = run(List.of("ip", "netns", "add", network.name));
        } catch (IOException e) {
            assumeTrue(false, "no network was cut: there is no ip here: " + e);
        }
        assumeTrue(code == 0, "no network was cut: to make one is root's");
        boolean made = false;
        try {
            made = network.lay();
        } finally {
            if (!made) {
                network.close();
            }
        }
        assumeTrue(made, "no network was cut: veth is not to be had");
        return network;
    }

    private boolean lay() throws IOException {
        return here("ip", "link", "add", name, "type", "veth", "peer", "name", "far", "netns", name)
                && here("ip", "addr", "add", near() + "/30", "dev", name)
                && here("ip", "link", "set", name, "up")
                && far("ip", "addr", "add", far() + "/30", "dev", "far")
                && far("ip", "link", "set", "lo", "up")
                && far("ip", "link", "set", "far", "up");
    }

    private static boolean here(String... command) throws IOException {
        return run(List.of(command)) == 0;
    }

    private boolean far(String... command) throws IOException {
        var all = new ArrayList<>(there());
        all.addAll(List.of(command));
        return run(all) == 0;
    }

    private static int run(List<String> command) throws IOException {
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return process.onExit().join().exitValue();
    }

    /** The address of this end. */
    String near() {
        return prefix + 1;
    }

    /** The address of the other end. */
    String far() {
        return prefix + 2;
    }

    /** What runs a command at the other end. */
    List<String> there() {
        return List.of("ip", "netns", "exec", name);
    }

    /** Pulls the cable. */
    void cut() throws IOException {
        assertThat(far("ip", "link", "set", "far", "down")).isTrue();
    }

    /** Puts it in again. */
    void mend() throws IOException {
        assertThat(far("ip", "link", "set", "far", "up")).isTrue();
    }

    @Override
    public void close() throws IOException {
        // The cable goes with it
        run(List.of("ip", "netns", "del", name));
    }
}
