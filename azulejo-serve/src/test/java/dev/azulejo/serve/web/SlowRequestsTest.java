package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** How many places one address may hold; {@link SceneServerTest} has requests that do not come. */
class SlowRequestsTest {
    private final SlowRequests requests = new SlowRequests(3);

    /** A connection, and whether it was closed. */
    private record Opened(Connection connection, AtomicBoolean closed) {}

    private static <T> T stub(Class<T> type, Class<?> other, Object answer, AtomicBoolean closed) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type, other},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "close" -> {
                                        closed.set(true);
                                        yield null;
                                    }
                                    case "getMessagesIn", "getBytesIn" -> 1L;
                                    case "hashCode" -> System.identityHashCode(proxy);
                                    case "equals" -> proxy == arguments[0];
                                    default -> answer;
                                }));
    }

    private Opened open(String address) {
        var closed = new AtomicBoolean();
        var end =
                stub(
                        EndPoint.class,
                        AutoCloseable.class,
                        new InetSocketAddress(address, 5000),
                        closed);
        var connection = stub(Connection.class, ConnectionMetaData.class, end, closed);
        requests.onOpened(connection);
        return new Opened(connection, closed);
    }

    @Test
    void oneAddressHoldsSoManyPlaces() {
        List<Opened> first = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            first.add(open("192.0.2.1"));
        }
        assertThat(first).noneMatch(one -> one.closed.get());
        var fourth = open("192.0.2.1");
        assertThat(fourth.closed.get()).isTrue();
        assertThat(open("192.0.2.2").closed.get()).as("of another address").isFalse();
        requests.onClosed(fourth.connection);
        requests.onClosed(first.getFirst().connection);
        assertThat(open("192.0.2.1").closed.get()).as("in the place of one").isFalse();
        assertThat(open("192.0.2.1").closed.get()).isTrue();
    }

    @Test
    void thisMachineMayHoldMore() {
        for (int i = 0; i < 20; i++) {
            assertThat(open("127.0.0.1").closed.get()).isFalse();
        }
    }
}
