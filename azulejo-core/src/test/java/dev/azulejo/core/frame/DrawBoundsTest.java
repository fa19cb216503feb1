package dev.azulejo.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

class DrawBoundsTest {
    /** Twelve vertices of five floats, position from float 1 on: x = v, y = -v, z = v * v. */
    private static Sheet vertices() {
        float[] data = new float[5 * 12];
        for (int v = 0; v < 12; v++) {
            data[5 * v] = 99;
            data[5 * v + 1] = v;
            data[5 * v + 2] = -v;
            data[5 * v + 3] = v * v;
            data[5 * v + 4] = -99;
        }
        // Eight triangles: 3 4 5, 4 5 6, ...
        int[] indices = new int[24];
        for (int i = 0; i < 24; i++) {
            indices[i] = 3 + i / 3 + i % 3 - 2;
        }
        return new Sheet(
                new VertexBuffer(data),
                new VertexBuffer(new float[48]),
                new IndexBuffer(indices),
                Sheet.shift(0));
    }

    private static DrawState draw(Sheet sheet, int baseVertex) {
        var commands = Sheet.clear(Sheet.target());
        sheet.bind(
                commands,
                Sheet.OPAQUE.withAttributes(
                        new VertexAttribute(0, 0, 1, 5, 3, false),
                        VertexAttribute.packed(1, 1, 4)));
        commands.drawIndexed(0, 24, baseVertex, 0, 1);
        var draw = Sheet.cut(commands, EarlyZ.ON, new Counts()).draw(0);
        assertThat(draw.linearPosition.slot()).isZero();
        return draw;
    }

    private static void expect(PositionBounds bounds, int least, int most) {
        assertThat(bounds.minX).isEqualTo(least);
        assertThat(bounds.maxX).isEqualTo(most);
        assertThat(bounds.minY).isEqualTo(-most);
        assertThat(bounds.maxY).isEqualTo(-least);
        assertThat(bounds.minZ).isEqualTo(least * least);
        assertThat(bounds.maxZ).isEqualTo(most * most);
    }

    @Test
    void boundsAreThoseOfTheVerticesNamed() {
        var draw = draw(vertices(), 0);
        expect(DrawBounds.find(draw, null, 0, 24), 1, 10);
        expect(DrawBounds.find(draw, null, 3, 6), 2, 5);
        expect(DrawBounds.find(draw, null, 23, 1), 10, 10);
        expect(DrawBounds.find(draw(vertices(), 1), null, 0, 24), 2, 11);
    }

    @Test
    void boundsThatHoldAreFoundAgain() {
        var sheet = vertices();
        var draw = draw(sheet, 0);
        var known = DrawBounds.find(draw, null, 0, 12);
        assertThat(DrawBounds.find(draw, known, 0, 12)).isSameAs(known);
        assertThat(DrawBounds.find(draw(sheet, 0), known, 0, 12)).isSameAs(known);
        expect(DrawBounds.find(draw, known, 3, 12), 2, 7);
        expect(DrawBounds.find(draw, known, 0, 15), 1, 7);
        expect(DrawBounds.find(draw(sheet, 1), known, 0, 12), 2, 7);
        expect(DrawBounds.find(draw(vertices(), 0), known, 0, 12), 1, 6);
        assertThat(DrawBounds.find(draw(vertices(), 0), known, 0, 12)).isNotSameAs(known);
    }

    @Test
    void boundsOfWhatHasBeenWrittenSinceDoNotHold() {
        var sheet = vertices();
        var draw = draw(sheet, 0);
        var known = DrawBounds.find(draw, null, 0, 3);
        expect(known, 1, 3);
        sheet.positions().write(5 * 3 + 1, new float[] {4, -4, 16});
        expect(DrawBounds.find(draw, known, 0, 3), 1, 4);
    }

    @Test
    void verticesThatAreNotThereHaveNoBounds() {
        var bounds = DrawBounds.find(draw(vertices(), 2), null, 0, 24);
        assertThat(bounds.minX).isNaN();
        assertThat(bounds.maxZ).isNaN();
    }
}
