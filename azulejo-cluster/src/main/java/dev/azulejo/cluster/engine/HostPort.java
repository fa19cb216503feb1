package dev.azulejo.cluster.engine;

import java.util.regex.Pattern;

/**
 * Where somebody listens.
 *
 * @param host a name or an address
 * @param port 1..65535
 */
public record HostPort(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([A-Za-z0-9._-]{1,253})):(\\d{1,5})");

    /** Makes one. */
    public HostPort {
        if (port < 1 || port > 65_535) {
            throw new EngineException("%s:%d: port is not in 1..65535".formatted(host, port));
        }
    }

    /**
     * Reads {@code HOST:PORT}, or {@code [ADDRESS]:PORT} of an IPv6 address.
     *
     * @throws EngineException if it is none
     */
    public static HostPort parse(String text) {
        var found = FORM.matcher(text);
        if (!found.matches()) {
            throw new EngineException(
                    "%s: expected HOST:PORT, such as 10.0.0.7:7800".formatted(text));
        }
        var host = found.group(1) != null ? found.group(1) : found.group(2);
        return new HostPort(host, Integer.parseInt(found.group(3)));
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
