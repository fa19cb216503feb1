package dev.azulejo.serve.web;

import static dev.azulejo.serve.message.ClientMessage.Hello.LONGEST_TOKEN;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.serve.session.ServeLimits;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where and for whom scenes are served.
 *
 * @param host where it listens
 * @param port likewise; 0 for any that is free
 * @param token what who connects must say; null where anybody may, which only this machine's
 *     programs are then
 * @param certificate what proves who the server is, and encrypts; null without
 * @param embedders origins whose pages may hold this one, as {@code https://example.org}
 * @param threads of each device
 * @param kernels which twins run
 * @param limits of what is asked for
 */
public record ServeOptions(
        String host,
        int port,
        String token,
        Certificate certificate,
        List<String> embedders,
        int threads,
        Kernels kernels,
        ServeLimits limits) {
    /** Shortest token, characters. */
    public static final int SHORTEST_TOKEN = 16;

    /** What a token is of: what stands in an address as it is, or means nothing else there. */
    private static final Pattern TOKEN = Pattern.compile("[!-~&&[^+&%#]]*");

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if the server would be open to others without a token and
     *     encryption, or something is out of range
     */
    public ServeOptions {
        embedders = List.copyOf(embedders);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port=%d is not in 0..65535".formatted(port));
        }
        if (threads < 1 || threads > 256) {
            throw new IllegalArgumentException("threads=%d is not in 1..256".formatted(threads));
        }
        if (token != null && (token.length() < SHORTEST_TOKEN || token.length() > LONGEST_TOKEN)) {
            throw new IllegalArgumentException(
                    "a token of %d characters; %d..%d expected"
                            .formatted(token.length(), SHORTEST_TOKEN, LONGEST_TOKEN));
        }
        if (token != null && !TOKEN.matcher(token).matches()) {
            throw new IllegalArgumentException(
                    "a token with other characters than letters, digits and signs of ASCII without"
                            + " + & % #");
        }
        if (!isLoopback(host) && (token == null || certificate == null)) {
            throw new IllegalArgumentException(
                    "%s: others could connect; a token and TLS expected".formatted(host));
        }
        embedders.forEach(ServeOptions::checkOrigin);
    }

    private static void checkOrigin(String text) {
        try {
            var origin = new URI(text);
            boolean fits =
                    ("http".equals(origin.getScheme()) || "https".equals(origin.getScheme()))
                            && origin.getHost() != null
                            && text.matches("[a-z]+://[A-Za-z0-9.\\-\\[\\]:]+");
            if (fits) {
                return;
            }
        } catch (URISyntaxException e) {
            // The same is wrong with it
        }
        throw new IllegalArgumentException(
                "'%s' is no origin: https://example.org expected".formatted(text));
    }

    /** Whether only programs of this machine reach a host. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(host + ": no such host", e);
        }
    }

    /** Whether only programs of this machine reach it. */
    boolean isLoopback() {
        return isLoopback(host);
    }
}
