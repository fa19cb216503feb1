package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Who rendered what. */
class ObjectTableTest {
    private final ObjectTable table = new ObjectTable(3);
    private final MessageReader reader = new MessageReader();
    private final byte[] bytes = new byte[400];

    private Receipt accept(int gpus, int frame, int phase, int first, int... values) {
        var writer = new MessageWriter(gpus, 2);
        writer.address(frame, phase, 0);
        int[] all = new int[3 * first + values.length];
        System.arraycopy(values, 0, all, 3 * first, values.length);
        int length = writer.objects(bytes, 0, bytes.length, first, values.length / 3, all);
        assertThat(reader.read(bytes, 0, length)).isTrue();
        return table.accept(reader);
    }

    private int[] of(int object, int gpu) {
        return new int[] {
            table.rendered(object, gpu), table.leftOut(object, gpu), table.forNothing(object, gpu)
        };
    }

    @Test
    void whatIsToldIsNoted() {
        table.begin(5, 1, 4);
        assertThat(table.objects()).isEqualTo(4);
        assertThat(accept(3, 5, 1, 1, 1, 2, 3, 4, 5, 6)).isEqualTo(Receipt.ACCEPTED);
        table.put(3, 0, 7, 8, 9);
        assertThat(of(0, 2)).containsExactly(-1, -1, -1);
        assertThat(of(1, 2)).containsExactly(1, 2, 3);
        assertThat(of(2, 2)).containsExactly(4, 5, 6);
        assertThat(of(2, 1)).containsExactly(-1, -1, -1);
        assertThat(of(3, 0)).containsExactly(7, 8, 9);
        // An earlier message that comes late, and one that says more.
        assertThat(accept(3, 5, 1, 1, 1, 1, 1)).isEqualTo(Receipt.ACCEPTED);
        assertThat(of(1, 2)).containsExactly(1, 2, 3);
        assertThat(accept(3, 5, 1, 1, 2, 2, 4)).isEqualTo(Receipt.ACCEPTED);
        assertThat(of(1, 2)).containsExactly(2, 2, 4);
        table.begin(5, 2, 4);
        assertThat(of(1, 2)).containsExactly(-1, -1, -1);
    }

    @Test
    void whatDoesNotBelongHereIsLeftOut() {
        table.begin(5, 1, 4);
        assertThat(accept(3, 5, 0, 0, 1, 1, 1)).isEqualTo(Receipt.STALE);
        assertThat(accept(3, 4, 2, 0, 1, 1, 1)).isEqualTo(Receipt.STALE);
        assertThat(accept(3, 5, 2, 0, 1, 1, 1)).isEqualTo(Receipt.EARLY);
        assertThat(accept(3, 6, 0, 0, 1, 1, 1)).isEqualTo(Receipt.EARLY);
        assertThat(accept(4, 5, 1, 0, 1, 1, 1)).isEqualTo(Receipt.MISFIT);
        assertThat(accept(3, 5, 1, 3, 1, 1, 1, 1, 1, 1)).isEqualTo(Receipt.MISFIT);
        var writer = new MessageWriter(3, 2);
        writer.address(5, 1, 0);
        int length = writer.progress(HintMessage.Kind.ALIVE, bytes, 0, bytes.length, 1, 1);
        assertThat(reader.read(bytes, 0, length)).isTrue();
        assertThat(table.accept(reader)).isEqualTo(Receipt.OTHER_KIND);
        for (int object = 0; object < 4; object++) {
            assertThat(of(object, 2)).containsExactly(-1, -1, -1);
        }
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new ObjectTable(65)).hasMessageContaining("gpus=65");
        assertThatThrownBy(() -> table.begin(0, -1, 0)).hasMessageContaining("phase=-1");
        table.begin(0, 0, 2);
        assertThatThrownBy(() -> table.rendered(2, 0)).hasMessageContaining("object=2 of 2");
        assertThatThrownBy(() -> table.leftOut(0, 3)).hasMessageContaining("gpu=3 of 3");
        assertThatThrownBy(() -> table.forNothing(-1, 0)).hasMessageContaining("object=-1");
    }
}
