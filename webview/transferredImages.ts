/**
 * The image files of a paste or a drop. A paste that has text too is text: office programs put a picture of it beside it.
 * A dropped file that is no image is among them: the host says what is wrong with it.
 */
export function transferredImages(data: DataTransfer | null): readonly File[] {
	return data?.getData("text/plain") === "" ? [...data.files] : [];
}
